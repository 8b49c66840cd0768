import { ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "#web/components/ui/button.tsx";
import { formatCount } from "#web/lib/format.ts";

/** « 3 versions précédentes », and each of them once asked for. */
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
