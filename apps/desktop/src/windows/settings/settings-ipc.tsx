import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react';
import type { Settings, SettingsChange } from '../../ipc/settings-document.ts';
import type { MessageFromSettings, SettingsView } from '../../ipc/settings-messages.ts';
import { connectToApp, type IpcClient } from '../ipc-client.ts';

/** The app's latest view, and a way to send it the user's actions. */
interface SettingsIpc {
  view: SettingsView;
  send(message: MessageFromSettings): void;
  /**
   * Sends the fields that change. A function derives them from the newest settings, including changes sent but not
   * answered yet: two words added in quick succession are both kept.
   */
  change(change: SettingsChange | ((settings: Settings) => SettingsChange)): void;
}

const Context = createContext<SettingsIpc | undefined>(undefined);

/** Returns the channel of the component's window. Throws outside a `SettingsIpcProvider`. */
export function useSettingsIpc(): SettingsIpc {
  const channel = useContext(Context);
  if (!channel) throw new Error('Rendered outside a SettingsIpcProvider.');
  return channel;
}

interface SettingsChannelProviderProps {
  window: 'settings' | 'onboarding';
  children: ReactNode;
}

/** Connects the window to the app, and shows its content once the first view has arrived. */
export function SettingsIpcProvider({ window, children }: SettingsChannelProviderProps) {
  const [view, setView] = useState<SettingsView>();
  const newest = useRef<Settings>(undefined);
  const line = useRef<IpcClient<typeof window>>(undefined);

  useEffect(() => {
    line.current ??= connectToApp(window, (message) => {
      newest.current = message.view.settings;
      setView(message.view);
    });
  }, [window]);

  const actions = useMemo(() => {
    const send = (message: MessageFromSettings) => line.current?.send(message);
    return {
      send,
      change(change: SettingsChange | ((settings: Settings) => SettingsChange)) {
        if (!newest.current) return;
        const fields = typeof change === 'function' ? change(newest.current) : change;
        newest.current = { ...newest.current, ...definedOf(fields) };
        send({ type: 'change', change: fields });
      },
    };
  }, []);
  const channel = useMemo(() => view && { view, ...actions }, [view, actions]);

  return channel && <Context value={channel}>{children}</Context>;
}

/** JSON drops undefined fields: they don't change. */
function definedOf(change: SettingsChange): Partial<Settings> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
