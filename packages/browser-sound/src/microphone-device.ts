/** Turns off the browser's processing for calls, which costs fidelity. */
export const UNPROCESSED: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

/** Stops all tracks of an open device. */
export function closeMedia(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

/** Returns why a microphone could not be opened, from the error that `getUserMedia` rejected with. */
export function openingFailure(error: unknown): 'denied' | 'missing' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}
