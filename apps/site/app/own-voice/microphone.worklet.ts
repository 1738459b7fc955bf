// Captures the microphone in browsers that provide its samples only through an AudioContext.
import { serveSoundWorklet } from '@workspace/browser-sound/serve-sound-worklet';

serveSoundWorklet();
