/** Variables a browser needs: where the display, the sound server and the user's files are, and the locale. */
const VARIABLES =
  /^(HOME|USER|LOGNAME|PATH|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|XAUTHORITY|XDG_\w+|PULSE_\w+|PIPEWIRE_\w+|DBUS_\w+|GTK_\w+|GDK_SCALE|FONTCONFIG_\w+)$/;

/**
 * Returns the environment for the windows' Chromium and for the user's own browser: only the variables they need, so
 * that no key is passed on.
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
