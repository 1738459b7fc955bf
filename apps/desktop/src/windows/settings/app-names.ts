import { isSameApp } from '@workspace/dictation/app-rules';

/** Names of programs that the system identifies by id. */
const NAMES: Readonly<Record<string, string>> = {
  'com.anthropic.claudefordesktop': 'Claude',
  'com.apple.mail': 'Mail',
  'com.apple.MobileSMS': 'Messages',
  'com.apple.Notes': 'Notes',
  'com.apple.Safari': 'Safari',
  'com.apple.Terminal': 'Terminal',
  'com.apple.TextEdit': 'TextEdit',
  'com.exafunction.windsurf': 'Windsurf',
  'com.github.wez.wezterm': 'WezTerm',
  'com.google.Chrome': 'Google Chrome',
  'com.googlecode.iterm2': 'iTerm2',
  'com.hnc.Discord': 'Discord',
  'com.microsoft.Outlook': 'Outlook',
  'com.microsoft.teams2': 'Microsoft Teams',
  'com.microsoft.VSCode': 'Visual Studio Code',
  'com.microsoft.Word': 'Word',
  'com.mitchellh.ghostty': 'Ghostty',
  'com.openai.chat': 'ChatGPT',
  'com.tinyspeck.slackmacgap': 'Slack',
  'com.todesktop.230313mzl4w4u92': 'Cursor',
  'dev.warp.Warp-Stable': 'Warp',
  'dev.zed.Zed': 'Zed',
  'md.obsidian': 'Obsidian',
  'net.whatsapp.WhatsApp': 'WhatsApp',
  'notion.id': 'Notion',
  'org.mozilla.firefox': 'Firefox',
  Code: 'Visual Studio Code',
};

/** Editors that contain a terminal among other fields, by their names in rules. */
const EDITORS = {
  mac: ['com.microsoft.VSCode', 'com.todesktop.230313mzl4w4u92', 'com.exafunction.windsurf', 'dev.zed.Zed'],
  other: ['Code', 'Cursor', 'Windsurf', 'dev.zed.Zed'],
} as const;

/** Returns a program's name; the rule's own name for it if no better one is known. */
export function nameOfApp(app: string): string {
  return Object.entries(NAMES).find(([known]) => isSameApp(known, app))?.[1] ?? app;
}

/** Returns the editors for which a rule that keeps line breaks is offered. */
export function editorsOn(platform: 'mac' | 'other'): readonly string[] {
  return EDITORS[platform];
}
