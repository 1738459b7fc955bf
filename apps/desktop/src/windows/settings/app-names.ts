import { isSameApp } from '@workspace/dictation/app-rules';

/** What programs are called whose names the system gives as identifiers. */
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

/** Editors that hold a terminal among their fields, by the names that rules give them. */
const EDITORS = {
  mac: ['com.microsoft.VSCode', 'com.todesktop.230313mzl4w4u92', 'com.exafunction.windsurf', 'dev.zed.Zed'],
  other: ['Code', 'Cursor', 'Windsurf', 'dev.zed.Zed'],
} as const;

/** What a program is called; what the rule names it if no better name is known. */
export function nameOfApp(app: string): string {
  return Object.entries(NAMES).find(([known]) => isSameApp(known, app))?.[1] ?? app;
}

/** The editors for which a rule is offered that keeps line breaks. */
export function editorsOn(platform: 'mac' | 'other'): readonly string[] {
  return EDITORS[platform];
}
