package sourcelist

import (
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// readRows returns the rows of a statement of selectRows, and the number of matches.
func readRows(rows pgx.Rows) (list []Row, matches int, err error) {
	defer rows.Close()
	var s Row
	var languages, kinds, tags string
	var ids, names, tagNames, tagsOfRows []string
	var sortTime *time.Time
	var sortTie, assigneeID *uuid.UUID
	var assignee []string         // e-mail address and name of a member
	positions := map[string]int{} // in tagNames, by id
	columns := []any{
		&matches, &s.ID, &s.rank, &sortTime, &sortTie,
		&s.Name, &s.HomepageURL, &s.Domain, &s.PathPrefix, &s.Lifecycle, &s.MediaType, &s.Country, &s.Region,
		&languages, &s.Scope, &s.Tier, &s.Paywall, &s.Rights, &s.Owner, &s.Logo, &s.Version, &s.CreatedAt, &s.UpdatedAt,
		&s.NameKey, &s.EndpointCount, &kinds, &tags, &ids, &names,
		&s.Health.State, &s.Health.Cause, &s.Health.Since, &s.Health.Affected, &s.Health.Checked,
		&s.LastNewItemAt, &s.Work.SnoozedUntil, &s.Work.Version, &assigneeID, &assignee, &s.NextCheckAt,
	}
	for rows.Next() {
		if rows.RawValues()[1] == nil { // no source: the page is empty
			err = rows.Scan(append([]any{&matches}, make([]any, len(columns)-1)...)...)
			break
		}
		s = Row{}
		if err := rows.Scan(columns...); err != nil {
			return nil, 0, err
		}
		if sortTime != nil {
			s.sortTime, s.sortTie = *sortTime, *sortTie
		}
		if assigneeID != nil && assignee != nil {
			s.Work.Assignee = &source.Person{ID: *assigneeID, Email: assignee[0], Name: assignee[1]}
		}
		s.Languages, s.EndpointKinds = source.ParseList[string](languages), source.ParseList[feed.Kind](kinds)
		if ids != nil {
			tagNames = names
			for i, id := range ids {
				positions[id] = i
			}
		}
		tagsOfRows = append(tagsOfRows, tags)
		list = append(list, s)
	}
	for i, tags := range tagsOfRows {
		list[i].Tags = tagsByName(source.ParseList[string](tags), positions, tagNames)
	}
	if err == nil {
		err = rows.Err()
	}
	return list, matches, err
}

// tagsByName returns the names of the tags in ids, ordered by their positions in names.
func tagsByName(ids []string, positions map[string]int, names []string) []string {
	found := make([]int, 0, len(ids))
	for _, id := range ids {
		if i, ok := positions[id]; ok {
			found = append(found, i)
		}
	}
	slices.Sort(found)
	list := make([]string, len(found))
	for i, position := range found {
		list[i] = names[position]
	}
	return list
}
