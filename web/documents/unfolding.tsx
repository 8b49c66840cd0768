import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";

/** A count such as « 3 versions précédentes », which unfolds on demand. */
export function Unfolding({ count, children }: { count: number; children: ReactNode }) {
  const [unfolded, setUnfolded] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="-ml-2"
        aria-expanded={unfolded}
        onClick={() => setUnfolded(!unfolded)}
      >
        {formatCount(count, "version précédente", "versions précédentes")}
        <ChevronDown aria-hidden className={unfolded ? "rotate-180" : ""} />
      </Button>
      {unfolded && children}
    </>
  );
}
