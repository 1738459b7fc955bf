import type { TargetKind } from '@workspace/dictation/ports';

/** Terminals, by bundle identifier in lower case. */
const TERMINALS = new Set([
  'co.zeit.hyper',
  'com.apple.terminal',
  'com.github.wez.wezterm',
  'com.googlecode.iterm2',
  'com.mitchellh.ghostty',
  'com.raphaelamorim.rio',
  'dev.commandline.waveterm',
  'dev.warp.warp-stable',
  'net.kovidgoyal.kitty',
  'org.alacritty',
  'org.tabby',
]);

/** Programs in which Enter sends, by bundle identifier in lower case. */
const CHATS = new Set([
  'com.apple.mobilesms',
  'com.facebook.archon',
  'com.hnc.discord',
  'com.microsoft.teams',
  'com.microsoft.teams2',
  'com.skype.skype',
  'com.tinyspeck.slackmacgap',
  'im.riot.app',
  'mattermost.desktop',
  'net.whatsapp.whatsapp',
  'org.telegram.desktop',
  'org.whispersystems.signal-desktop',
  'ru.keepcoder.telegram',
]);

/** Note editors, which draw their fields themselves: a line break there is just a line break. */
const NOTE_EDITORS = new Set([
  'abnerworks.typora',
  'com.agiletortoise.drafts-osx',
  'com.electron.logseq',
  'com.evernote.evernote',
  'com.lukilabs.lukiapp',
  'com.microsoft.onenote.mac',
  'com.ulyssesapp.mac',
  'md.obsidian',
  'net.cozic.joplin-desktop',
  'net.shinyfrog.bear',
  'notion.id',
]);

/** Programs that have a terminal among other fields: which of them has the focus isn't known. */
const WITH_TERMINAL = [
  /^com\.(microsoft\.vscode(insiders)?|vscodium|exafunction\.windsurf|google\.android\.studio|panic\.nova)$/,
  /^com\.todesktop\.230313mzl4w4u92$/, // Cursor
  /^com\.jetbrains\./,
  /^dev\.zed\.zed/,
  /^org\.(gnu\.emacs|vim\.macvim)$/,
];

/**
 * Programs that accept text typed as Unicode events unchanged, by bundle identifier: those with AppKit's text views,
 * and two terminals. In the former the user's own corrections may change what is typed, so even there pasting comes
 * first.
 */
const TAKES_TYPING = new Set([
  'com.apple.notes',
  'com.apple.stickies',
  'com.apple.terminal',
  'com.apple.textedit',
  'com.googlecode.iterm2',
]);

/** Returns the kind of the focused field, from its program and its role (`HIServices/AXRoleConstants.h`), if known. */
export function targetKindOf(bundleId: string | undefined, role: string | undefined): TargetKind {
  const program = bundleId?.toLowerCase() ?? '';
  if (TERMINALS.has(program)) return 'terminal';
  if (WITH_TERMINAL.some((pattern) => pattern.test(program))) return 'unknown';
  if (CHATS.has(program)) return 'chat';
  switch (role) {
    case 'AXTextArea':
      return 'multi-line';
    case 'AXTextField':
    case 'AXComboBox':
      return 'single-line';
    default:
      return NOTE_EDITORS.has(program) ? 'multi-line' : 'unknown';
  }
}

export function takesTyping(bundleId: string | undefined): boolean {
  return TAKES_TYPING.has(bundleId?.toLowerCase() ?? '');
}
