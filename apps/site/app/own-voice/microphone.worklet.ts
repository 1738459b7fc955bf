// The microphone's sound in browsers that give it by an audio context alone.
import { serveSoundWorklet } from '@workspace/browser-sound/serve-sound-worklet';

serveSoundWorklet();
