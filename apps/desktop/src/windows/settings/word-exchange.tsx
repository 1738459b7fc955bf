import { PRODUCT_NAME } from '@workspace/contract/brand';
import { ArrowRight, Download, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../design/button.tsx';
import { QuestionDialog } from '../design/confirm-dialog.tsx';
import { Block, Group, Row } from '../design/group.tsx';
import { Status, type Tone } from '../design/status.tsx';
import { blankHintOf } from './blank-hint.ts';
import { saveText } from './save-text.ts';
import { useSettingsIpc } from './settings-ipc.tsx';
import {
  decodeText,
  readWordFile,
  type Words,
  writeJson,
  writeReplacementTable,
  writeVocabularyTable,
} from './word-files.ts';
import { addedTo, planImport, type WordImport } from './word-import.ts';

/** No file whose words all fit is larger. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** Nobody reads more than this. */
const SHOWN_PROBLEMS = 100;

/** Import and export of vocabulary and replacements as files. */
export function WordExchange() {
  return (
    <Group
      title="Import and export"
      note="A CSV file has one column for vocabulary, or two for replacements. A JSON file can have both."
    >
      <Import />
      <Export />
    </Group>
  );
}

function Import() {
  const { view, change } = useSettingsIpc();
  const input = useRef<HTMLInputElement>(null);
  const [planned, setPlanned] = useState<WordImport>();
  const [outcome, setOutcome] = useState<{ tone: Tone; text: string }>();

  async function read(file: File): Promise<void> {
    setOutcome(undefined);
    if (file.size > MAX_FILE_BYTES) {
      setOutcome({ tone: 'danger', text: 'That file is too large for a list of words. It can have at most 4 MB.' });
      return;
    }
    try {
      const text = decodeText(new Uint8Array(await file.arrayBuffer()));
      setPlanned(planImport(view.settings, readWordFile(file.name, text)));
    } catch {
      setOutcome({
        tone: 'danger',
        text: 'Couldn’t read the file. Check that it’s still there and that you may open it.',
      });
    }
  }

  function add({ added }: WordImport): void {
    change((settings) => addedTo(settings, added));
    setOutcome({ tone: 'good', text: `Added ${countOf(added)}.` });
  }

  return (
    <>
      <Row label="Import" detail="Adds the words of a CSV or JSON file. Those you have stay as they are.">
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,.json"
          aria-label="File to import"
          hidden
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void read(file);
            // So that the same file can be chosen again.
            target.value = '';
          }}
        />
        <Button icon={Upload} onClick={() => input.current?.click()}>
          Import…
        </Button>
      </Row>
      <div role="status" className="empty:hidden">
        {outcome && (
          <Block>
            <Status tone={outcome.tone}>{outcome.text}</Status>
          </Block>
        )}
      </div>
      {planned && (
        <ImportQuestion planned={planned} onConfirm={() => add(planned)} onClose={() => setPlanned(undefined)} />
      )}
    </>
  );
}

interface ImportQuestionProps {
  planned: WordImport;
  onConfirm(): void;
  onClose(): void;
}

function ImportQuestion({ planned: { added, duplicates, problems }, ...actions }: ImportQuestionProps) {
  const isNothing = added.vocabulary.length + added.replacements.length === 0;
  return (
    <QuestionDialog
      title={isNothing ? 'Nothing to add' : `Add ${countOf(added)}?`}
      confirm={isNothing ? undefined : 'Add'}
      {...actions}
    >
      {!isNothing && (
        <ul aria-label="To be added" className={LIST}>
          {added.vocabulary.map((word) => (
            <li key={word} dir="auto" className="break-words">
              {word}
            </li>
          ))}
          {added.replacements.map(({ from, to }) => (
            <li key={from} className="flex items-start gap-1.5">
              <span dir="auto" className="max-w-2/5 shrink-0 break-words">
                {from}
              </span>
              <ArrowRight aria-label="becomes" className="mt-0.5 size-3.5 shrink-0 text-muted" />
              <span dir="auto" className={`min-w-0 flex-1 break-words ${to.trim() === '' ? 'text-muted' : ''}`}>
                {describe(to)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {duplicates > 0 && (
        <p className="text-muted">
          {duplicates === 1 ? 'One entry is' : `${duplicates.toLocaleString('en')} entries are`} there already.
        </p>
      )}
      {problems.length > 0 && (
        <>
          <Status tone="warning">
            {problems.length === 1
              ? 'One entry is left out:'
              : `${problems.length.toLocaleString('en')} entries are left out:`}
          </Status>
          <ul aria-label="Left out" className={LIST}>
            {problems.slice(0, SHOWN_PROBLEMS).map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
            {problems.length > SHOWN_PROBLEMS && (
              <li>And {(problems.length - SHOWN_PROBLEMS).toLocaleString('en')} more.</li>
            )}
          </ul>
        </>
      )}
    </QuestionDialog>
  );
}

const LIST = 'max-h-40 space-y-1 overflow-y-auto rounded-md bg-hover px-2.5 py-2 text-note';

function Export() {
  const { vocabulary, replacements } = useSettingsIpc().view.settings;
  const save = (name: string, text: string, type: string) => saveText(`${PRODUCT_NAME} ${name}`, text, type);
  return (
    <Row label="Export" detail="JSON has everything. CSV is for spreadsheets.">
      <Button
        icon={Download}
        disabled={vocabulary.length + replacements.length === 0}
        onClick={() => save('words.json', writeJson({ vocabulary, replacements }), 'application/json')}
      >
        All as JSON
      </Button>
      <Button
        icon={Download}
        disabled={vocabulary.length === 0}
        onClick={() => save('vocabulary.csv', writeVocabularyTable(vocabulary), 'text/csv')}
      >
        Vocabulary as CSV
      </Button>
      <Button
        icon={Download}
        disabled={replacements.length === 0}
        onClick={() => save('replacements.csv', writeReplacementTable(replacements), 'text/csv')}
      >
        Replacements as CSV
      </Button>
    </Row>
  );
}

function countOf({ vocabulary, replacements }: Words): string {
  return [counted(vocabulary.length, 'word'), counted(replacements.length, 'replacement')]
    .filter((part) => part !== '')
    .join(' and ');
}

function counted(count: number, name: string): string {
  if (count === 0) return '';
  return count === 1 ? `one ${name}` : `${count} ${name}s`;
}

/** Describes text that can't be seen. */
function describe(text: string): string {
  if (text === '') return 'nothing';
  return blankHintOf(text)?.toLowerCase() ?? text;
}
