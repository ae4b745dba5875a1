package listfile

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
	"github.com/newsources/newsources/services/newssources/internal/rules/schedule"
)

// sourceColumns are the columns of a source, in the order of a table. The columns of its endpoints
// follow, and then its id and times. A new field of Record is an entry here.
var sourceColumns = []Column{
	column("name", "Name", func(r *Record) *string { return &r.Name }, text[string]()),
	column("homepage_url", "Homepage", func(r *Record) *string { return &r.HomepageURL }, text[string]()),
	column("lifecycle", "State", func(r *Record) *source.Lifecycle { return &r.Lifecycle }, text[source.Lifecycle]()),
	column("paused_until", "Paused until", func(r *Record) **time.Time { return &r.PausedUntil }, instant),
	column("pause_reason", "Reason for the pause", func(r *Record) *string { return &r.PauseReason }, text[string]()),
	column("media_type", "Media type", func(r *Record) *source.MediaType { return &r.MediaType }, text[source.MediaType]()),
	column("country", "Country", func(r *Record) *string { return &r.Country }, text[string]()),
	column("region", "Region", func(r *Record) *string { return &r.Region }, text[string]()),
	column("languages", "Languages", func(r *Record) *[]string { return &r.Languages }, list),
	column("scope", "Scope", func(r *Record) *source.Scope { return &r.Scope }, text[source.Scope]()),
	numberColumn("tier", "Tier", func(r *Record) **int { return &r.Tier }),
	column("paywall", "Paywall", func(r *Record) *source.Paywall { return &r.Paywall }, text[source.Paywall]()),
	column(rightsKey, "Rights", func(r *Record) *source.Rights { return &r.Rights }, text[source.Rights]()),
	column(rightsNoteKey, "Note on rights", func(r *Record) *string { return &r.RightsNote }, text[string]()),
	column("owner", "Owner", func(r *Record) *string { return &r.Owner }, text[string]()),
	column("tags", "Tags", func(r *Record) *[]string { return &r.Tags }, list),
	column(notesKey, "Notes", func(r *Record) *string { return &r.Notes }, text[string]()),
	column("parent", "Part of", func(r *Record) *string { return &r.Parent }, text[string]()),
	column("aliases", "Other names and addresses", func(r *Record) *[]Alias { return &r.Aliases }, aliases),
}

// uuidCell formats and parses ids in cells.
var uuidCell = optional(uuid.UUID.String, uuid.Parse)

// The keys of columns that some files always or never have.
const (
	rightsKey     = "rights"
	rightsNoteKey = "rights_note"
	notesKey      = "notes"
)

// endpointColumns are the columns of an endpoint.
var endpointColumns = []endpointColumn{
	ofEndpoint("", "", func(e *Endpoint) *string { return &e.URL }, text[string]()),
	ofEndpoint("kind", "kind", func(e *Endpoint) *feed.Kind { return &e.Kind }, text[feed.Kind]()),
	ofEndpoint("name", "name", func(e *Endpoint) *string { return &e.Name }, text[string]()),
	ofEndpoint("section", "section", func(e *Endpoint) *string { return &e.Section }, text[string]()),
	ofEndpoint("language", "language", func(e *Endpoint) *string { return &e.Language }, text[string]()),
	ofEndpoint("intent", "state", func(e *Endpoint) *source.Intent { return &e.Intent }, text[source.Intent]()),
	ofEndpoint("charset", "encoding", func(e *Endpoint) *string { return &e.Charset }, text[string]()),
	ofEndpoint("default_zone", "time zone", func(e *Endpoint) *string { return &e.DefaultZone }, text[string]()),
	ofEndpoint("identity_policy", "item recognition",
		func(e *Endpoint) *feed.IdentityPolicy { return &e.IdentityPolicy }, text[feed.IdentityPolicy]()),
	ofEndpoint("schedule", "schedule", func(e *Endpoint) **schedule.Spec { return &e.Schedule },
		object[schedule.Spec]("schedule")),
	ofEndpoint("recipe", "recipe", func(e *Endpoint) **pagelist.Recipe { return &e.Recipe },
		object[pagelist.Recipe]("recipe")),
}

var useState = text[rights.State]()

// registerColumns are the columns that the register sets.
var registerColumns = []Column{
	outOnly("canonical_domain", "Domain", func(r *Record) *string { return &r.Domain }, text[string]()),
	outOnly("path_prefix", "Path", func(r *Record) *string { return &r.PathPrefix }, text[string]()),
	outOnly("parent_id", "Parent ID", func(r *Record) **uuid.UUID { return &r.ParentID }, uuidCell),
	outOnly("merged_into", "Merged into", func(r *Record) **uuid.UUID { return &r.MergedInto }, uuidCell),
	outOnly("use_link", "Use of link and headline", func(r *Record) *rights.State { return &r.Link }, useState),
	outOnly("use_snippet", "Use of snippet", func(r *Record) *rights.State { return &r.Snippet }, useState),
	outOnly("use_full_text", "Use of full text", func(r *Record) *rights.State { return &r.FullText }, useState),
	outOnly("use_machine_learning", "Use for machine learning",
		func(r *Record) *rights.State { return &r.MachineLearning }, useState),
	outOnly("created_at", "Added", func(r *Record) **time.Time { return &r.CreatedAt }, instant),
	outOnly("updated_at", "Last change", func(r *Record) **time.Time { return &r.UpdatedAt }, instant),
	outOnly("archived_at", "Archived", func(r *Record) **time.Time { return &r.ArchivedAt }, instant),
	outOnly("id", "ID", func(r *Record) **uuid.UUID { return &r.ID }, uuidCell),
}

// Columns returns all columns of a table that has columns for the given number of endpoints.
func Columns(endpoints int) []Column { return Selection{}.columns(endpoints) }

// endpointKey matches the keys of the columns of endpoints, with the number and the name of the column.
var endpointKey = regexp.MustCompile(`^feed(?:_(\d{1,4}))?(?:_([a-z_]+))?$`)

// ColumnByKey returns the column with a key, such as homepage_url, feed or feed_2_kind.
func ColumnByKey(key string) (Column, bool) {
	for _, c := range slices.Concat(sourceColumns, registerColumns) {
		if c.Key == key {
			return c, true
		}
	}
	found := endpointKey.FindStringSubmatch(key)
	if found == nil {
		return Column{}, false
	}
	number, _ := strconv.Atoi(cmp.Or(found[1], "1"))
	at := slices.IndexFunc(endpointColumns, func(c endpointColumn) bool { return c.name == found[2] })
	if at < 0 || number < 1 || number > source.MaxEndpoints {
		return Column{}, false
	}
	return endpointColumns[at].at(number), true
}

// Selection is the choice of the columns of a file. The zero value has all columns.
type Selection struct {
	keys []string
}

// Keys returns the keys of the columns that can be selected. Those of endpoints, such as feed and
// feed_kind, select the columns of each endpoint.
func Keys() []string {
	var keys []string
	for _, c := range sourceColumns {
		keys = append(keys, c.Key)
	}
	for _, c := range endpointColumns {
		keys = append(keys, c.key())
	}
	for _, c := range registerColumns {
		keys = append(keys, c.Key)
	}
	return keys
}

// Select returns the selection of the columns with the given keys, or of all columns without a key.
func Select(keys []string) (Selection, error) {
	known := Keys()
	for _, key := range keys {
		if !slices.Contains(known, key) {
			return Selection{}, problem.New(problem.UnknownParameter, "“%s” is not a column. Use some of %s.", key,
				strings.Join(known, ", "))
		}
	}
	return Selection{keys}, nil
}

// has reports whether the selection has a column.
func (s Selection) has(key string) bool { return len(s.keys) == 0 || slices.Contains(s.keys, key) }

// with returns the selection with a further column.
func (s Selection) with(key string) Selection {
	if s.has(key) {
		return s
	}
	return Selection{append(slices.Clip(s.keys), key)}
}

// without returns the selection without some columns.
func (s Selection) without(keys ...string) Selection {
	selected := s.keys
	if len(selected) == 0 {
		selected = Keys()
	}
	isLeftOut := func(key string) bool { return slices.Contains(keys, key) }
	return Selection{slices.DeleteFunc(slices.Clone(selected), isLeftOut)}
}

// columns returns the columns of a table with a number of endpoints per row.
func (s Selection) columns(endpoints int) []Column {
	var selected []Column
	for _, c := range sourceColumns {
		if s.has(c.Key) {
			selected = append(selected, c)
		}
	}
	for number := range endpoints {
		for _, c := range endpointColumns {
			if s.has(c.key()) {
				selected = append(selected, c.at(number+1))
			}
		}
	}
	for _, c := range registerColumns {
		if s.has(c.Key) {
			selected = append(selected, c)
		}
	}
	return selected
}

// reduce returns a record that has only the values of the selected columns.
func (s Selection) reduce(r *Record) *Record {
	if len(s.keys) == 0 {
		return r
	}
	reduced := &Record{}
	for _, c := range slices.Concat(sourceColumns, registerColumns) {
		if s.has(c.Key) {
			c.copy(reduced, r)
		}
	}
	for i := range r.Endpoints {
		var e Endpoint
		for _, c := range endpointColumns {
			if s.has(c.key()) {
				c.copy(&e, &r.Endpoints[i])
			}
		}
		if e != (Endpoint{}) {
			reduced.Endpoints = append(reduced.Endpoints, e)
		}
	}
	return reduced
}
