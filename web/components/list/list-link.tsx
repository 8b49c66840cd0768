import type { ReactNode } from "react";
import { Link } from "wouter";

/** A link to a list, high enough for a finger. */
export const ListLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link
    href={href}
    data-control
    className="inline-flex items-center rounded-md text-muted underline-offset-4 hover:text-text hover:underline"
  >
    {children}
  </Link>
);
