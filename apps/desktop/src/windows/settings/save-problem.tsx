import { Banner } from '../design/status.tsx';
import { useSettingsIpc } from './settings-ipc.tsx';

/** A warning shown while settings can't be saved. */
export function SaveProblem() {
  const { view } = useSettingsIpc();
  if (view.saveProblem === null) return null;
  return (
    <div className="mx-auto max-w-2xl px-4 pt-4 sm:px-7">
      <Banner tone="danger">{view.saveProblem}</Banner>
    </div>
  );
}
