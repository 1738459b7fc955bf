import {
  encodeSampleFrame,
  type MessageFromMicrophone,
  type MessageToMicrophone,
} from '../../channel/microphone-messages.ts';
import { connectToApp } from '../channel.ts';
import { AudioGraph } from './audio-graph.ts';
import { CaptureStream } from './capture-stream.ts';
import { CuePlayer } from './cues.ts';
import { InputDevices } from './input-devices.ts';

const devices = new InputDevices();
const graph = new AudioGraph();
const cues = new CuePlayer();
const streams = new Map<number, CaptureStream>();

function hear(message: MessageToMicrophone): void {
  switch (message.type) {
    case 'open':
      openStream(message);
      break;
    case 'close':
      streams.get(message.stream)?.close();
      streams.delete(message.stream);
      break;
    case 'list-devices':
      listDevices();
      break;
    case 'play':
      cues.play(message.cue);
      break;
  }
}

function openStream({ stream, device }: Extract<MessageToMicrophone, { type: 'open' }>): void {
  const capture = new CaptureStream(graph, devices, device, {
    onOpened: (opened) => channel.send({ type: 'opened', stream, ...opened }),
    onSamples: (samples) => channel.sendFrame(encodeSampleFrame(stream, samples)),
    onEnd: (failure) => {
      streams.delete(stream);
      channel.send({ type: 'ended', stream, failure });
    },
  });
  streams.set(stream, capture);
}

async function listDevices(): Promise<void> {
  const message: MessageFromMicrophone = { type: 'devices', devices: await devices.update() };
  channel.send(message);
}

// The app may open the microphone as soon as there is a connection.
await Promise.all([graph.ready(), devices.update()]);
const channel = connectToApp('microphone', hear);
navigator.mediaDevices.addEventListener('devicechange', listDevices);
