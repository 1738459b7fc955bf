/** Runs in a page before its own code: lets a test see and refuse the microphones that the page opens. */
export const MICROPHONE_SURVEY = `
  globalThis.tracks = [];
  globalThis.refusals = [];
  const getUserMedia = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
  navigator.mediaDevices.getUserMedia = async (constraints) => {
    globalThis.constraints = constraints;
    const refusal = refusals.shift();
    if (refusal) throw new DOMException('', refusal);
    const media = await getUserMedia(constraints);
    tracks.push(...media.getTracks());
    return media;
  };`;
