import { Card } from "./ui/card.tsx";
import { Skeleton } from "./ui/skeleton.tsx";

const ROWS = ["a", "b", "c", "d", "e"];
const FIELDS = ["a", "b", "c", "d", "e", "f", "g", "h"];

export function WaitingList() {
  return (
    <Card aria-busy>
      <div className="flex h-13 items-center border-b px-3">
        <Skeleton className="h-4 w-52" />
      </div>
      {ROWS.map((row) => (
        <div key={row} className="flex h-10 items-center gap-6 border-b px-3 last:border-b-0">
          <Skeleton className="h-3 w-1/4" />
          <Skeleton className="h-3 w-1/6" />
          <Skeleton className="h-3 w-1/5" />
        </div>
      ))}
    </Card>
  );
}

export function WaitingFields() {
  return (
    <div aria-busy className="grid grid-cols-2 gap-x-14 gap-y-6 pt-6 lg:grid-cols-4 lg:gap-x-6">
      {FIELDS.map((field) => (
        <div key={field}>
          <Skeleton className="h-3 w-24" />
          <Skeleton className="mt-2 h-4 w-40 max-w-full" />
        </div>
      ))}
    </div>
  );
}
