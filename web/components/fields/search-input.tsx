import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Input } from "#web/components/ui/input.tsx";

interface SearchInputProps {
  value: string;
  onSearch(text: string): void;
  placeholder: string;
  autoFocus?: boolean;
}

const PAUSE_MS = 180;

/** Shows the text at once, and searches when the user stops typing. */
export function SearchInput({ value, onSearch, placeholder, autoFocus }: SearchInputProps) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const search = useRef(onSearch);
  search.current = onSearch;

  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    if (text === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = text;
      search.current(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <div className="relative min-w-52 flex-1 sm:max-w-80">
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-muted"
      />
      <Input
        type="search"
        aria-label="Rechercher"
        placeholder={placeholder}
        autoFocus={autoFocus}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="h-8! pr-8 pl-8 [&::-webkit-search-cancel-button]:hidden"
      />
      {text && (
        <button
          type="button"
          aria-label="Effacer la recherche"
          onClick={() => setText("")}
          className="absolute top-1/2 right-2 -translate-y-1/2 rounded p-0.5 text-muted hover:text-text"
        >
          <X className="size-3.5" />
        </button>
      )}
    </div>
  );
}
