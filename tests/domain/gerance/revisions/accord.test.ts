import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AccordNote,
  type AccordsDuBail,
  accordAttendu,
  motsDeLAccord,
} from "#domain/gerance/revisions/accord.ts";
import { demanderRevision, etatRevision } from "#domain/gerance/revisions/revision.ts";
import { classe, demande, faits } from "../../../support/gerance/revisions.ts";

const MILLE = { numRuns: 1_000 };

describe("l’accord du bailleur, que son mandat demande", () => {
  const accord = (dit: Partial<AccordNote> = {}): AccordNote => ({
    id: 1,
    ClientId: 1,
    anniversaire: "2026-07-01",
    loyerApres: 859_79,
    chargeApres: 100_00,
    demandeLe: "2026-06-10",
    accorde: null,
    reponduLe: null,
    ...dit,
  });
  const PAUL = { id: 1, nom: "M. Paul DURAND" };
  const ANNE = { id: 2, nom: "Mme Anne DURAND" };
  const du = (notes: AccordNote[] | null, de: AccordsDuBail["de"] = "contact") =>
    notes && { de, bailleurs: [PAUL, ANNE], notes };
  const etat = (notes: AccordNote[] | null, de?: AccordsDuBail["de"]) =>
    etatRevision(faits({ accords: du(notes, de) }), "2026-06-15");
  const refus = (notes: AccordNote[] | null) =>
    demanderRevision(faits({ accords: du(notes) }), demande("2026-06-15")).refus;
  const oui = { accorde: true, reponduLe: "2026-06-12" };

  it("se demande avant la révision, s’attend, puis la permet ; un mandat qui ne le demande pas n’attend rien", () => {
    expect(etat(null)).toBe("a_notifier");
    expect([etat([]), refus([])]).toEqual([
      "accord_a_demander",
      "Le mandat demande l’accord du propriétaire : demandez-le d’abord.",
    ]);
    expect([etat([accord()]), refus([accord()])]).toEqual([
      "accord_demande",
      "Le propriétaire n’a pas encore donné son accord.",
    ]);
    expect([etat([accord(oui)]), refus([accord(oui)])]).toEqual(["a_notifier", null]);
  });

  it("ne vaut que jusqu’au loyer accepté : au-delà, ou après un refus, il se redemande", () => {
    expect(etat([accord({ ...oui, loyerApres: 859_78 })])).toBe("accord_a_demander");
    expect(etat([accord({ ...oui, loyerApres: 870_00 })])).toBe("a_notifier");
    expect(etat([accord(oui), accord({ ...oui, id: 2, accorde: false })])).toBe(
      "accord_a_demander",
    );
    expect(etat([accord({ ...oui, accorde: false }), accord({ ...oui, id: 2 })])).toBe(
      "a_notifier",
    );
  });

  it("n’ouvre ni ne retarde rien d’autre : gelée, à saisir ou perdue, la révision le dit d’abord", () => {
    expect(etatRevision(faits({ accords: du([]), classes: [classe("G")] }), "2026-07-02")).toBe(
      etatRevision(faits({ classes: [classe("G")] }), "2026-07-02"),
    );
    expect(etatRevision(faits({ accords: du([accord()]) }), "2027-07-01")).toBe("perdue");
    expect(etatRevision(faits({ accords: du([]) }), "2026-05-01")).toBeNull();
  });

  it("du contact, n’attend pas les autres ; un autre qui répond vaut pour tous", () => {
    expect(etat([accord({ ClientId: 2 })])).toBe("accord_a_demander");
    expect(etat([accord(oui), accord({ ClientId: 2, id: 2 })])).toBe("a_notifier");
    expect(etat([accord({ ...oui, ClientId: 2 })])).toBe("a_notifier");
  });

  it("de chacun, ne se forme qu’au dernier oui, et dit qui a répondu", () => {
    const dAnne = { ClientId: 2, id: 2 };
    expect(etat([accord(oui)], "tous")).toBe("accord_a_demander");
    expect(etat([accord(oui), accord(dAnne)], "tous")).toBe("accord_demande");
    expect(etat([accord(oui), accord({ ...dAnne, ...oui, loyerApres: 859_78 })], "tous")).toBe(
      "accord_a_demander",
    );
    expect(etat([accord(oui), accord({ ...dAnne, ...oui })], "tous")).toBe("a_notifier");
    const mots = (notes: AccordNote[]) => {
      const attendu = accordAttendu(du(notes, "tous"), { loyerApres: 859_79, chargeApres: 100_00 });
      return attendu && motsDeLAccord(attendu).replace(/\s/gu, " ");
    };
    expect([mots([accord(oui)]), mots([accord(oui), accord(dAnne)])]).toEqual([
      "Accord de chaque propriétaire : M. Paul DURAND, oui le 12/06/2026 ; Mme Anne DURAND, à demander.",
      "Accord de chaque propriétaire : M. Paul DURAND, oui le 12/06/2026 ; Mme Anne DURAND, demandé le 10/06/2026, sans réponse.",
    ]);
  });

  it("d’un logement sans propriétaire, manque, de l’un comme de tous", () => {
    const SANS = { bailleurs: [], notes: [] };
    for (const de of ["contact", "tous"] as const)
      expect(etatRevision(faits({ accords: { ...SANS, de } }), "2026-06-15")).toBe(
        "accord_a_demander",
      );
  });

  it("ne se présume jamais : sans un oui au moins aussi haut, le dernier dit, de qui le doit, aucun loyer n’est révisé", () => {
    const unAccord = fc.record({
      id: fc.integer({ min: 1, max: 99 }),
      ClientId: fc.constantFrom(1, 2),
      anniversaire: fc.constant("2026-07-01"),
      loyerApres: fc.integer({ min: 850_00, max: 870_00 }),
      chargeApres: fc.integer({ min: 99_00, max: 101_00 }),
      demandeLe: fc.constantFrom("2026-06-10", null),
      accorde: fc.constantFrom(true, false, null),
      reponduLe: fc.constant("2026-06-12"),
    });
    fc.assert(
      fc.property(
        fc.array(unAccord, { maxLength: 4 }),
        fc.constantFrom("contact" as const, "tous" as const),
        (notes, de) => {
          const { aEcrire } = demanderRevision(
            faits({ accords: du(notes, de) }),
            demande("2026-06-15"),
          );
          const couvert = (dernier: AccordNote | undefined) =>
            dernier?.accorde === true &&
            dernier.loyerApres >= 859_79 &&
            dernier.chargeApres >= 100_00;
          const dUn = (id: number) => notes.findLast(({ ClientId }) => ClientId === id);
          const duContact = notes.findLast(
            ({ ClientId, accorde }) => ClientId === 1 || accorde !== null,
          );
          const attendu = de === "tous" ? couvert(dUn(1)) && couvert(dUn(2)) : couvert(duContact);
          expect(aEcrire !== null).toBe(attendu);
        },
      ),
      MILLE,
    );
  });
});
