import { CALL_ADDRESSES } from '@workspace/contract/call-addresses';
import { Button } from '../design/button.tsx';
import { siteConfig } from '../site-config.ts';

/** Goes to Google through the server's authorize endpoint. */
export function GoogleButton({ children }: { children: string }) {
  const leave = () => window.location.assign(`${siteConfig.apiBaseUrl}${CALL_ADDRESSES.authorizeWithGoogle.path}`);
  return (
    <>
      <p className="flex items-center gap-4 text-muted text-note before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        or
      </p>
      <Button look="quiet" className="w-full" onClick={leave}>
        {children}
      </Button>
    </>
  );
}
