import { Link, useLocation } from 'react-router';
import { DESTINATIONS, isAt } from './navigation.ts';
import { NavigationKey } from './navigation-key.tsx';

interface NavigationLinksProps {
  listClass: string;
  linkClass: string;
  /** When folded, labels are only tooltips and screen-reader text. */
  isFolded?: boolean;
}

/** Links to the pages of the signed-in area; the current one's key is pressed. */
export function NavigationLinks({ listClass, linkClass, isFolded = false }: NavigationLinksProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Account">
      <ul className={listClass}>
        {DESTINATIONS.map((destination) => {
          const isCurrent = isAt(destination, pathname);
          return (
            <li key={destination.to}>
              <Link
                to={destination.to}
                aria-current={isCurrent ? 'page' : undefined}
                title={isFolded ? destination.label : undefined}
                className={`group ${linkClass} ${isCurrent ? 'font-semibold text-ink' : 'text-muted hover:text-ink'}`}
              >
                <NavigationKey icon={destination.icon} isPressed={isCurrent} />
                <span className={isFolded ? 'sr-only' : ''}>{destination.label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
