import { Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { useMember } from '@/auth/member';
import { Icon } from '@/components/Icon';
import { PLAIN_FILTERS, SOURCE_FILTERS, type FilterEntry, type FilterName } from '@/entities/source/filters';
import { assigneeChoices, assigneeLabel } from '@/entities/work/assignee';
import { assigneesQuery } from '@/entities/work/work.queries';
import { ChoicePill } from './ChoicePill';
import { DayFilter } from './DayFilter';
import { FacetFilter } from './FacetFilter';
import { ImportFilter } from './ImportFilter';
import { ParentDialog, ParentName } from './ParentFilter';
import type { SourcesSearch } from './sources.schema';
import type { ChangeSearch } from './use-sources-search';

const MORE = SOURCE_FILTERS.filter(({ isMain, of, input }) => !isMain && !(of && input === 'facet'));
/** The filters that are opened by the menu, to choose a value. */
const OPENED = PLAIN_FILTERS.filter(({ isMain, input }) => !isMain && (input === 'facet' || input === 'day'));
/** The filters whose values are listed in the menu. */
const LISTED = PLAIN_FILTERS.filter(({ input }) => ['member', 'choice', 'source'].includes(input));

/** The less common filters: the active ones, and a menu of the others. */
export function MoreFilters({ search, onChange }: { search: SourcesSearch; onChange: ChangeSearch }) {
  /** The filter with an open dropdown. It is shown while no value is selected, too. */
  const [open, setOpen] = useState<FilterName | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [isSearchOpen, setSearchOpen] = useState(false);
  const { choicesOf, labelOf } = useChoices(isMenuOpen || search.assignee.length > 0);

  function onToggle(name: FilterName, opened: boolean, active: boolean) {
    setOpen(opened ? name : null);
    // A filter without a value disappears. The dropdown first returns the focus to the filter.
    if (!opened && !active) setTimeout(() => button.current?.focus());
  }

  function remove({ name }: FilterEntry) {
    onChange({ [name]: [] });
    button.current?.focus(); // the button disappears
  }

  function shown(filter: FilterEntry) {
    const { name, label, input, opposite } = filter;
    const [value] = search[name];
    if (input === 'day') {
      return (
        (value !== undefined || name === open) && (
          <DayFilter
            key={name}
            label={label}
            value={value}
            onChange={(day) => onChange({ [name]: day ? [day] : [] })}
            onRemove={() => {
              setOpen(null);
              remove(filter);
            }}
          />
        )
      );
    }
    if (input === 'facet') {
      return (
        (value !== undefined || name === open || (opposite && search[opposite].length > 0)) && (
          <FacetFilter
            key={name}
            filter={filter}
            search={search}
            onChange={onChange}
            initiallyOpened={name === open}
            onToggle={(opened, active) => onToggle(name, opened, active)}
          />
        )
      );
    }
    if (value === undefined) return null;
    if (input === 'link') return <ImportFilter key={name} id={value} onRemove={() => remove(filter)} />;
    const other = filter.of ?? opposite;
    return (
      <ChoicePill
        key={name}
        name={label}
        value={input === 'source' ? <ParentName id={value} /> : labelOf(filter, value)}
        onSwitch={other && (() => onChange({ [name]: [], [other]: [value] }))}
        onRemove={() => remove(filter)}
      />
    );
  }

  return (
    <>
      {MORE.map(shown)}
      <Menu position="bottom-start" width={240} shadow="md" returnFocus={false} onChange={setMenuOpen}>
        <Menu.Target>
          <Button
            ref={button}
            variant="subtle"
            color="gray"
            size="compact-sm"
            rightSection={<Icon name="chevron-down" size={14} />}
          >
            More filters
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {OPENED.filter(({ name, opposite }) => {
            const isShown = search[name].length + (opposite ? search[opposite].length : 0) > 0;
            return name !== open && !isShown;
          }).map(({ name, label }) => (
            <Menu.Item key={name} onClick={() => setOpen(name)}>
              {label}
            </Menu.Item>
          ))}
          {LISTED.map((filter) => (
            <Fragment key={filter.name}>
              <Menu.Label>{filter.label}</Menu.Label>
              {choicesOf(filter).map((value) => (
                <Menu.Item
                  key={value}
                  onClick={() =>
                    onChange({ [filter.name]: [value], ...(filter.opposite && { [filter.opposite]: [] }) })
                  }
                >
                  {labelOf(filter, value)}
                </Menu.Item>
              ))}
              {filter.input === 'source' && <Menu.Item onClick={() => setSearchOpen(true)}>Choose source…</Menu.Item>}
            </Fragment>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ParentDialog
        opened={isSearchOpen}
        onClose={() => setSearchOpen(false)}
        onChoose={(id) => onChange({ parent: [id], not_parent: [] })}
      />
    </>
  );
}

/** Returns the values and labels of filters with one value. Those of members are read. */
function useChoices(needsMembers: boolean) {
  const me = useMember();
  const { data: members } = useQuery({ ...assigneesQuery(), enabled: me.can_write && needsMembers });
  return {
    choicesOf: ({ input, values = [] }: FilterEntry) => (input === 'member' ? assigneeChoices(me, members) : values),
    labelOf: ({ input, valueLabel }: FilterEntry, value: string) =>
      input === 'member' ? assigneeLabel(value, members) : valueLabel(value),
  };
}
