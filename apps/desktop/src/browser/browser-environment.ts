/** What a browser needs to know of its dependencies: where the display, the sound and the user's files are. */
const VARIABLES =
  /^(HOME|USER|LOGNAME|PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XAUTHORITY|XDG_\w+|PULSE_\w+|PIPEWIRE_\w+|DBUS_\w+|GTK_\w+|GDK_SCALE|FONTCONFIG_\w+)$/;

/**
 * The variables for the Chromium of the windows and for the user's own browser: of this process's only those that they need,
 * so that no key is passed on.
 */
export function browserEnvironment(
  variables: Readonly<Record<string, string | undefined>>,
  display: string,
): Record<string, string> {
  const needed = Object.entries(variables).flatMap(([name, value]) =>
    value !== undefined && VARIABLES.test(name) ? [[name, value] as const] : [],
  );
  return { ...Object.fromEntries(needed), DISPLAY: display };
}
