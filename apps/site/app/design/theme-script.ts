/**
 * Runs before anything is drawn, so that a chosen theme is there from the first frame. It is written into the page as it
 * is here, and its hash in the page's policy.
 */
export const THEME_SCRIPT = `try{var t=localStorage.getItem("theme");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;
