ALTER TABLE `Appartement` ADD `voie` text GENERATED ALWAYS AS (substr("recherche", 1, coalesce(nullif(instr("recherche", ' ' || lower("codePostal")), 0),
    length("recherche") + 1) - 1)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `Appartement` ADD `ordre` text GENERATED ALWAYS AS (substr(ltrim("voie", '0123456789 '), 1 + CASE WHEN ltrim("voie", '0123456789 ') GLOB 'bis *' OR ltrim("voie", '0123456789 ') GLOB 'ter *' THEN 4
    WHEN ltrim("voie", '0123456789 ') GLOB 'quater *' THEN 7
    WHEN "voie" GLOB '[0-9]*' AND ltrim("voie", '0123456789 ') GLOB '[a-z] *' THEN 2 ELSE 0 END)
    || ' ' || printf('%06d', CAST("voie" AS INTEGER)) || ' ' || substr(ltrim("voie", '0123456789 '), 1, CASE WHEN ltrim("voie", '0123456789 ') GLOB 'bis *' OR ltrim("voie", '0123456789 ') GLOB 'ter *' THEN 4
    WHEN ltrim("voie", '0123456789 ') GLOB 'quater *' THEN 7
    WHEN "voie" GLOB '[0-9]*' AND ltrim("voie", '0123456789 ') GLOB '[a-z] *' THEN 2 ELSE 0 END)
    || printf('%03d', CAST(coalesce("etage", '0') AS INTEGER))) VIRTUAL;--> statement-breakpoint
CREATE INDEX `Appartement_ordre` ON `Appartement` (`ordre`);