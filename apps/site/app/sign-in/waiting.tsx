/** Status shown while the visitor has to wait. */
export function Waiting({ children }: { children: string }) {
  return (
    <div role="status" className="grid justify-items-start gap-6">
      <span aria-hidden="true" className="size-5 animate-pulse rounded-full bg-signal" />
      <h1 className="text-heading">{children}</h1>
    </div>
  );
}
