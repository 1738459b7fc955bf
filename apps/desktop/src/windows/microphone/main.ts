import { SampleTap } from '@workspace/browser-sound/sample-tap';
import { soundOf } from '@workspace/browser-sound/track-sound';
import {
  type Cue,
  encodeSampleFrame,
  type MessageFromMicrophone,
  type MessageToMicrophone,
} from '../../ipc/microphone-messages.ts';
import { connectToApp } from '../ipc-client.ts';
import { type CaptureDependencies, CaptureStream } from './capture-stream.ts';
import { CuePlayer } from './cues.ts';
import { InputDevices } from './input-devices.ts';
import { KeptDevice } from './kept-device.ts';

const system = navigator.mediaDevices;
const devices = new InputDevices(system);
const kept = new KeptDevice();
const cues = new CuePlayer();
const streams = new Map<number, CaptureStream>();
const dependencies: CaptureDependencies = {
  system,
  devices,
  kept,
  tap: (track, onSamples) => new SampleTap(soundOf(track), onSamples),
};

function handle(message: MessageToMicrophone): void {
  switch (message.type) {
    case 'open':
      openStream(message);
      break;
    case 'close':
      streams.get(message.stream)?.close(message.keepOpenMs);
      streams.delete(message.stream);
      break;
    case 'catch-up':
      catchUp(message);
      break;
    case 'give-up-kept':
      kept.giveUp();
      break;
    case 'list-devices':
      listDevices();
      break;
    case 'play':
      play(message.cue);
      break;
  }
}

function openStream({ stream, ...wish }: Extract<MessageToMicrophone, { type: 'open' }>): void {
  const capture = new CaptureStream(dependencies, wish, {
    onOpened: (opened) => {
      channel.send({ type: 'opened', stream, ...opened });
      // Microphone use has just been allowed, which alone doesn't trigger `devicechange`.
      if (!devices.areNamed) listDevices();
    },
    onSamples: (samples) => channel.sendFrame(encodeSampleFrame(stream, samples)),
    onEnd: (failure) => {
      streams.delete(stream);
      channel.send({ type: 'ended', stream, failure });
    },
  });
  streams.set(stream, capture);
}

async function catchUp({ stream, number }: Extract<MessageToMicrophone, { type: 'catch-up' }>): Promise<void> {
  await streams.get(stream)?.catchUp();
  channel.send({ type: 'caught-up', stream, number });
}

async function play(cue: Cue): Promise<void> {
  if (await cues.play(cue)) channel.send({ type: 'cue-over' });
}

async function listDevices(): Promise<void> {
  const message: MessageFromMicrophone = { type: 'devices', devices: await devices.update() };
  channel.send(message);
}

// The app may open the microphone as soon as it is connected.
await devices.update();
const channel = connectToApp('microphone', handle);
system.addEventListener('devicechange', () => {
  // The kept device may be gone, or no longer the one to open.
  kept.giveUp();
  listDevices();
});
