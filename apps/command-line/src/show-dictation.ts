// Plays a recording as if it were spoken now, and shows the dictation as it goes: state, level, time, and the text as it
// is understood. For `npm start`: a first look at the engine. Unlike `transcribe`, it shows what is said on the terminal.
import { createSteadyClock } from '@workspace/node-ports/steady-clock';
import { readAudioFile } from './audio-file.ts';
import { dictateFile } from './dictate-file.ts';
import { fileMicrophone } from './file-microphone.ts';
import { awaitInterruption } from './interruption.ts';
import { levelMeter } from './progress-line.ts';
import { openRecognition } from './recognition.ts';

const [file = ''] = process.argv.slice(2);
const interruption = awaitInterruption();

const clock = createSteadyClock();
const recognition = openRecognition({ languages: ['en'], keywords: [] }, clock, process.env);
const showLine = process.stdout.isTTY ? redrawnLine() : (_line: string) => {};

let shown = '';
const { takes } = await dictateFile({
  recognition,
  microphone: fileMicrophone(() => readAudioFile(file), 'realtime', clock),
  clock,
  signal: interruption.signal,
  onLook: (view, takes) => {
    const text = takes.map((take) => take.text).join(' ');
    if (text !== shown) {
      showLine('');
      console.log(`  “${text}”`);
      shown = text;
    }
    const seconds = takes.reduce((sum, take) => sum + take.audioSeconds, 0);
    showLine(
      `  ${view.capture === 'idle' ? 'waiting  ' : 'listening'} ${levelMeter(view.level)} ${seconds.toFixed(1)} s`,
    );
  },
});
showLine('');
await recognition.close();

const error = interruption.signal.aborted ? undefined : takes.find((take) => take.error)?.error;
if (error) console.error(`  ${error.message} ${error.advice}`);
else if (!interruption.signal.aborted) console.log(`  “${takes.map(({ text }) => text).join(' ')}”`);
process.exit(interruption.exitCode ?? (error ? 1 : 0));

/** Draws each line over the previous one. */
function redrawnLine(): (line: string) => void {
  return (line) => process.stdout.write(`\r\x1b[2K${line}`);
}
