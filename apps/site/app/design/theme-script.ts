/**
 * Runs before the first paint, so that the chosen theme applies from the first frame. Inlined verbatim into the page,
 * with its hash in the page's Content Security Policy.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
