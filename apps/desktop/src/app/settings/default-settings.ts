import { defaultChords, type Settings } from '../../ipc/settings-document.ts';

/** Returns the settings that apply until the user changes them. */
export function defaultSettings(platform: 'mac' | 'other'): Settings {
  return {
    version: 1,
    provider: null,
    onDeviceFallback: true,
    models: {},
    live: false,
    baseUrls: {},
    languages: [],
    vocabulary: [],
    replacements: [],
    microphone: null,
    builtInWithBluetooth: true,
    keepMicrophoneWarm: false,
    chords: defaultChords(platform),
    pressReturn: 'never',
    tapToLatch: false,
    insertWhileHolding: true,
    spokenCommands: false,
    removeFillers: false,
    fitToCaret: true,
    cleanUp: {
      enabled: false,
      provider: 'openai',
      baseUrl: null,
      model: null,
      instructions: '',
      limitMs: 2_500,
      byPhrase: true,
    },
    appRules: [],
    muteWhileRecording: false,
    sounds: true,
    onboarded: false,
  };
}
