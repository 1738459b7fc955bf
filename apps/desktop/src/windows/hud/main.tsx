import { createRoot } from 'react-dom/client';
import { connectToApp } from '../ipc-client.ts';
import { announce, announcementOf } from './announcement.ts';
import { Hud } from './hud.tsx';
import './hud.css';
import { recentLevels } from './recent-levels.ts';

const root = createRoot(document.querySelector('#root') ?? document.body);
const announcement = document.querySelector('#announcement');
let levels: readonly number[] = [];

const app = connectToApp('hud', ({ view }) => {
  levels = recentLevels(levels, view);
  root.render(view && <Hud view={view} levels={levels} onAct={(action) => app.send({ type: 'act', action })} />);
  if (announcement) announce(announcement, announcementOf(view));
});
