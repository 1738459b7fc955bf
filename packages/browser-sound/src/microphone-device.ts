/** The browser's improvements for calls cost fidelity. */
export const UNPROCESSED: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
};

/** Ends all tracks of a device that was opened, which is no longer needed. */
export function closeMedia(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop();
}

/** Why a microphone could not be opened, by what `getUserMedia` rejected with. */
export function openingFailure(error: unknown): 'denied' | 'missing' | 'failed' {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError') return 'denied';
  return name === 'NotFoundError' ? 'missing' : 'failed';
}
