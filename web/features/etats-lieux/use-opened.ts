import { useSearchParams } from "wouter";

export type Purpose = "voir" | "modifier" | "remplacer";

export interface Opened {
  /** « entree », « sortie », or the identifier of an inventory. */
  which: string;
  purpose: Purpose;
}

const PURPOSES: readonly string[] = ["modifier", "remplacer"] satisfies Purpose[];

/** The inventory on screen, kept in the address so that a reload shows it again. */
export function useOpened(): [Opened | null, (next: Opened | null) => void] {
  const [search, setSearch] = useSearchParams();
  const which = search.get("etat");
  const asked = search.get("pour") ?? "";
  const purpose = PURPOSES.includes(asked) ? (asked as Purpose) : "voir";
  const open = (next: Opened | null) =>
    setSearch(
      (current) => {
        const parameters = new URLSearchParams(current);
        parameters.delete("etat");
        parameters.delete("pour");
        if (next) parameters.set("etat", next.which);
        if (next && next.purpose !== "voir") parameters.set("pour", next.purpose);
        return parameters;
      },
      { replace: true },
    );
  return [which === null ? null : { which, purpose }, open];
}
