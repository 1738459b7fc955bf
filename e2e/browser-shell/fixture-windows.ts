import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { scratchFolder } from '../scratch-folder.ts';

/** Connects a window, and reconnects it whenever the connection breaks. The page's script defines `take`. */
const CONNECT = `
  let socket;
  const connect = () => {
    socket = new WebSocket('ws://' + location.host + '/ipc' + location.pathname.slice(0, -1));
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('message', ({ data }) => take(JSON.parse(data)));
    socket.addEventListener('close', () => setTimeout(connect, 100));
  };
  const say = (message) => socket.send(JSON.stringify(message));
  connect();
`;

/** Draws a green card with a button that fills it; nothing without a view. */
const HUD = `
  const root = document.getElementById('root');
  function take({ view }) {
    root.replaceChildren();
    if (!view) return;
    const card = document.createElement('button');
    card.textContent = view.text;
    card.addEventListener('click', () => say({ type: 'act', action: 'dismiss' }));
    root.append(card);
  }
`;

/** Sends each opened stream's samples as they arrive. */
const MICROPHONE = `
  const tracks = new Map();
  async function take({ type, stream }) {
    if (type === 'close') {
      tracks.get(stream)?.stop();
      tracks.delete(stream);
    }
    if (type !== 'open') return;
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    const [track] = (await navigator.mediaDevices.getUserMedia({ audio })).getTracks();
    tracks.set(stream, track);
    say({ type: 'opened', stream, label: track.label, reason: 'asked-for' });
    for await (const piece of new MediaStreamTrackProcessor({ track, maxBufferSize: 1_000 }).readable) {
      const samples = new Float32Array(piece.numberOfFrames);
      piece.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
      piece.close();
      if (!tracks.has(stream)) return;
      const frame = new DataView(new ArrayBuffer(4 + 2 * samples.length));
      frame.setUint32(0, stream, true);
      samples.forEach((sample, index) => frame.setInt16(4 + 2 * index, Math.round(sample * 32767), true));
      socket.send(frame.buffer);
    }
  }
`;

const SETTINGS = 'function take() {}';

const STYLE = `
  html { background: red; }
  body { margin: 0; }
  button { position: absolute; inset: 20px 60px; border: 0; border-radius: 20px; background: rgb(0, 160, 0); }
`;

/** Writes minimal pages in place of the product's windows. Returns their folder. */
export function writeFixtureWindows(): string {
  const folder = scratchFolder();
  for (const [window, script] of Object.entries({
    hud: HUD,
    microphone: MICROPHONE,
    settings: SETTINGS,
    onboarding: SETTINGS,
  })) {
    mkdirSync(join(folder, window));
    writeFileSync(join(folder, window, 'main.js'), script + CONNECT);
    writeFileSync(
      join(folder, window, 'index.html'),
      `<!doctype html><title>${window}</title><link rel="stylesheet" href="/style.css" /><div id="root"></div><script src="main.js"></script>`,
    );
  }
  writeFileSync(join(folder, 'style.css'), STYLE);
  return folder;
}
