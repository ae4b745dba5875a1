import { Kbd, Modal } from '@mantine/core';
import { Fragment } from 'react';
import classes from './Help.module.css';

const MOD = /mac|iphone|ipad/i.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The keyboard shortcuts by place. */
const PLACES: { place: string; shortcuts: [keys: string[], does: string][] }[] = [
  {
    place: 'Everywhere',
    shortcuts: [
      [['?'], 'Show this help'],
      [['Tab'], 'First press on a page: offer to skip to the content'],
      [['Esc'], 'Close a dialog or a menu'],
    ],
  },
  {
    place: 'Lists',
    shortcuts: [
      [['/'], 'Search the sources'],
      [['↑', '↓', 'Home', 'End'], 'Move between the rows'],
      [['Enter'], 'Open the row'],
    ],
  },
  {
    place: 'Forms',
    shortcuts: [[[`${MOD} S`, `${MOD} Enter`], 'Save']],
  },
  {
    place: 'Adding several addresses',
    shortcuts: [[['Alt ↑', 'Alt ↓'], 'Open the previous or next address']],
  },
  {
    place: 'Suggestions about details',
    shortcuts: [
      [['A'], 'Accept the row'],
      [['D'], 'Dismiss the row'],
    ],
  },
];

export default function Help({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }} centered>
      {PLACES.map(({ place, shortcuts }) => (
        <section key={place}>
          <h3 className={classes.place}>{place}</h3>
          <dl className={classes.shortcuts}>
            {shortcuts.map(([keys, does]) => (
              <Fragment key={does}>
                <dt>
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dt>
                <dd>{does}</dd>
              </Fragment>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  );
}
