import { Tabs } from '@base-ui/react/tabs';
import {
  AppWindow,
  BookA,
  CircleCheckBig,
  CircleUser,
  Keyboard,
  Languages,
  type LucideIcon,
  Mic,
  PenLine,
  Settings as SettingsIcon,
  ShieldCheck,
  Sparkles,
} from 'lucide-react';
import { type ComponentType, useState, useSyncExternalStore } from 'react';
import { AccountPage } from './account-page.tsx';
import { AppsPage } from './apps-page.tsx';
import { CleanUpPage } from './clean-up-page.tsx';
import { GeneralPage } from './general-page.tsx';
import { useFocusOnQuestion } from './link-question.tsx';
import { MicrophonePage } from './microphone-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { SaveProblem } from './save-problem.tsx';
import { SelfCheckPage } from './self-check-page.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';
import { ShortcutsPage } from './shortcuts-page.tsx';
import { SpeechPage } from './speech-page.tsx';
import { WordsPage } from './words-page.tsx';
import { WritingPage } from './writing-page.tsx';

interface Page {
  id: string;
  title: string;
  icon: LucideIcon;
  content: ComponentType;
}

const PAGES: readonly Page[] = [
  { id: 'general', title: 'General', icon: SettingsIcon, content: GeneralPage },
  { id: 'speech', title: 'Speech', icon: Languages, content: SpeechPage },
  { id: 'words', title: 'Words', icon: BookA, content: WordsPage },
  { id: 'writing', title: 'Writing', icon: PenLine, content: WritingPage },
  { id: 'clean-up', title: 'Tidy up', icon: Sparkles, content: CleanUpPage },
  { id: 'apps', title: 'Apps', icon: AppWindow, content: AppsPage },
  { id: 'microphone', title: 'Microphone', icon: Mic, content: MicrophonePage },
  { id: 'shortcuts', title: 'Shortcuts', icon: Keyboard, content: ShortcutsPage },
  { id: 'account', title: 'Account', icon: CircleUser, content: AccountPage },
  { id: 'self-check', title: 'Self-check', icon: CircleCheckBig, content: SelfCheckPage },
  { id: 'privacy', title: 'Privacy', icon: ShieldCheck, content: PrivacyPage },
];

/** From this width on, the list of pages is beside them; in narrower windows, above. */
const WIDE = matchMedia('(min-width: 40rem)');

/** The settings: a list of pages, and the selected page. */
export function SettingsWindow() {
  const isWide = useSyncExternalStore(subscribeToWidth, () => WIDE.matches);
  const [page, setPage] = useChosenPage();
  return (
    <Tabs.Root
      value={page}
      onValueChange={setPage}
      orientation={isWide ? 'vertical' : 'horizontal'}
      className="flex h-dvh flex-col sm:flex-row"
    >
      <nav className="shrink-0 border-b border-line bg-sunken p-2 sm:w-52 sm:border-r sm:border-b-0 sm:p-3">
        <Tabs.List
          activateOnFocus
          aria-label="Settings"
          className="grid grid-cols-4 gap-1 min-[26rem]:grid-cols-5 sm:flex sm:flex-col"
        >
          {PAGES.map(({ id, title, icon: Icon }) => (
            <Tabs.Tab
              key={id}
              value={id}
              className="flex min-w-0 cursor-default flex-col items-center gap-1 rounded-md px-1 py-1.5 text-note select-none hover:bg-hover data-active:marked sm:flex-row sm:gap-2.5 sm:px-2.5 sm:text-body"
            >
              <Icon aria-hidden className="size-4 shrink-0" />
              <span className="max-w-full truncate">{title}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </nav>
      <main className="min-h-0 min-w-0 flex-1 overflow-y-auto">
        <SaveProblem />
        {PAGES.map(({ id, title, content: Content }) => (
          <Tabs.Panel
            key={id}
            value={id}
            className="mx-auto max-w-2xl px-4 pt-5 pb-6 -outline-offset-2 sm:px-7 sm:pt-6"
          >
            <h1 className="mb-4 px-1 text-title font-semibold">{title}</h1>
            <Content />
          </Tabs.Panel>
        ))}
      </main>
    </Tabs.Root>
  );
}

/** The page shown: the user’s selection, until a question about the account comes up. */
function useChosenPage() {
  const { account } = useSettingsIpc().view;
  const [page, setPage] = useState('general');
  const asked = account.state === 'confirming' ? account.email : undefined;
  const [lastAsked, setLastAsked] = useState<string>();
  if (asked !== lastAsked) {
    setLastAsked(asked);
    if (asked !== undefined) setPage('account');
  }
  useFocusOnQuestion(account);
  return [page, setPage] as const;
}

function subscribeToWidth(onChange: () => void): () => void {
  WIDE.addEventListener('change', onChange);
  return () => WIDE.removeEventListener('change', onChange);
}
