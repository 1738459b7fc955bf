import { useMutation } from '@tanstack/react-query';
import { PRODUCT_NAME } from '@workspace/contract/brand';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../api/api-client.ts';
import { Button, ButtonLink } from '../design/button.tsx';
import { Card } from '../design/card.tsx';
import { KeyCap } from '../design/key-cap.tsx';
import { launchLink } from './launch-link.ts';
import type { LaunchState } from './launch-state.ts';

const DOWNLOADS = '/app/download';
/** Delay after a launch before the downloads page opens, for those who don't have the app yet. */
const DOWNLOADS_DELAY_MS = 2_000;
const LAUNCHED: LaunchState = { launch: 'asked' };
const NOT_LAUNCHED: LaunchState = { launch: 'failed' };

/** Opens the app on this Mac, linked to the account. */
export function LaunchCard() {
  const navigate = useNavigate();
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: () => callApi('generateSetupToken', {}),
  });

  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(() => navigate(DOWNLOADS, { state: LAUNCHED }), DOWNLOADS_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, navigate]);

  function launch(): void {
    mutate(undefined, {
      onSuccess({ token }) {
        window.location.href = launchLink(token);
      },
      onError(error) {
        console.error(error);
        navigate(DOWNLOADS, { state: NOT_LAUNCHED });
      },
    });
  }

  return (
    <Card title={PRODUCT_NAME}>
      <p aria-hidden="true" className="flex gap-2 pt-2 pb-5 text-title">
        <KeyCap>⌘</KeyCap>
        <KeyCap>⇧</KeyCap>
        <KeyCap className="px-[1.6em]!">Space</KeyCap>
      </p>
      <p id="launch-hint" className="mb-5 text-muted">
        Open the app on your Mac to start voice typing
      </p>
      <div className="flex flex-wrap gap-3">
        <Button
          aria-describedby="launch-hint"
          isBusy={isPending}
          busyLabel="Launching..."
          disabled={isSuccess}
          onClick={launch}
        >
          Open in Mac App
        </Button>
        <ButtonLink to={DOWNLOADS} look="quiet">
          Download App
        </ButtonLink>
      </div>
    </Card>
  );
}
