import { Outlet } from 'react-router';
import { KeyCap } from '../design/key-cap.tsx';
import { HomeLink } from '../design/logo.tsx';
import { ThemeToggle } from '../design/theme-toggle.tsx';
import { useFocusOnArrival } from '../focus-on-arrival.ts';

const STEPS = [
  { word: 'Hold.', isSpoken: false },
  { word: 'Speak.', isSpoken: true },
  { word: 'Let go.', isSpoken: false },
];

/** The layout of the account forms, beside an illustration of the product's gesture. */
export default function SignInLayout() {
  useFocusOnArrival();
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="flex flex-col">
        <header className="flex items-center justify-between px-5 py-4 sm:px-10">
          <HomeLink className="flex min-h-11 items-center" />
          <ThemeToggle />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto flex w-full max-w-[30rem] flex-1 flex-col justify-center px-5 pt-6 pb-20 outline-none sm:px-10"
        >
          <Outlet />
        </main>
      </div>
      <Gesture />
    </div>
  );
}

function Gesture() {
  return (
    <div aria-hidden="true" className="hidden flex-col justify-between bg-sunken p-12 lg:flex">
      <p className="flex gap-[0.3em] text-heading">
        <KeyCap>⌘</KeyCap>
        <KeyCap>⇧</KeyCap>
        <KeyCap className="w-[5.5em]" isPressed>
          Space
        </KeyCap>
      </p>
      <p className="font-[650] font-display text-[clamp(3rem,5.2vw,6rem)] leading-[1] tracking-[-0.03em]">
        {STEPS.map(({ word, isSpoken }) => (
          <span key={word} className={`block ${isSpoken ? 'text-signal' : ''}`}>
            {word}
          </span>
        ))}
      </p>
    </div>
  );
}
