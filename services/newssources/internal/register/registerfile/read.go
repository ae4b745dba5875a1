// Package registerfile compares the register with a file that describes sources, so that a register
// can be kept as code. Sources are identified by their outlet, never by ids (ADR 63).
package registerfile

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"golang.org/x/text/encoding/unicode"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/listfile"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// MaxSize is the maximum size of a file in bytes, about 100,000 sources. It is held in memory.
const MaxSize = 128 << 20

// isIgnored reports whether a field of a record is no change of it: fields that the register sets, also
// of endpoints, the endpoints, which have changes of their own, the aliases (see withAliases), and the parent, whose
// id setParents finds.
func isIgnored(field string) bool {
	column, _ := listfile.ColumnByKey(field)
	return column.IsOutOnly || field == aliasesField || field == "endpoints" || field == parentField
}

// Fields with other values in a file than in a change: the outlet of the parent, and aliases without their origin.
const (
	parentField  = "parent"
	aliasesField = "aliases"
)

// File is a file that describes sources.
type File struct {
	// ArchiveMissing archives the sources that are not in the file.
	ArchiveMissing bool

	name    string
	records []record
	targets map[target]string // the places of the records
}

// target is what a record describes: the live source of an outlet, or its archived one.
type target struct {
	source.Outlet
	isArchived bool
}

// record is a source of a file with the fields that the file sets.
type record struct {
	name     string
	homepage weburl.URL // zero: the file does not set it, or it is invalid
	target
	page         source.Page    // the homepage, if the file has no outlet besides it
	moved        *source.Outlet // that of a homepage that does not belong to the target; nil: it does
	place        string         // such as Line 3
	parent       *source.Outlet // nil: the file does not set it; empty: none
	aliases      []source.Alias
	hasAliases   bool
	changes      []audit.Change
	endpoints    []endpoint
	hasEndpoints bool

	reason   string         // for people, of the item that changes the source
	existing *source.Source // that the record describes; nil: Plan creates one with newID
	newID    uuid.UUID
	// remaining is the source into which existing was merged; uuid.Nil: existing was not merged.
	remaining uuid.UUID
}

type endpoint struct {
	key, name string
	isRetired bool
	changes   []audit.Change
}

// FormatOf returns the format of a file by its content: json for a list in JSON, ndjson for objects, yaml otherwise.
func FormatOf(data []byte) string {
	switch data = bytes.TrimSpace(inUTF8(data)); {
	case bytes.HasPrefix(data, []byte("{")):
		return "ndjson"
	case bytes.HasPrefix(data, []byte("[")):
		return "json"
	}
	return "yaml"
}

// inUTF8 returns a text in UTF-8 or UTF-16 as UTF-8 without a byte order mark. PowerShell writes output in UTF-16.
func inUTF8(data []byte) []byte {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if text, err := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(data); err == nil {
		return text
	}
	return data // it has no byte order mark
}

// Read parses a file whose name ends in .yaml, .yml, .json, .ndjson or .jsonl. It returns an
// invalid_file problem that names the place of the first mistake.
func Read(name string, data []byte) (_ *File, err error) {
	if len(data) > MaxSize {
		return nil, invalid("The file is larger than %d MiB. Divide it.", MaxSize>>20)
	}
	data = inUTF8(data)
	var values []json.RawMessage
	unit := "Entry"
	switch ending := strings.ToLower(filepath.Ext(name)); ending {
	case ".yaml", ".yml":
		if values, err = readYAML(data); err != nil {
			return nil, err
		}
	case ".json":
		err = json.Unmarshal(data, &values)
	case ".ndjson", ".jsonl":
		unit = "Line"
		for line := range bytes.Lines(data) {
			values = append(values, bytes.TrimSpace(line))
		}
	default:
		return nil, invalid("“%s” is not a format of this command. Use .yaml, .json or .ndjson.", ending)
	}
	if err != nil {
		return nil, invalid("The file is not a list of sources: %v.", describe(err, data))
	}
	f := &File{name: filepath.Base(name), targets: map[target]string{}}
	return f, f.readRecords(values, unit)
}

func invalid(format string, args ...any) error {
	return problem.New(problem.InvalidFile, format, args...)
}

// readRecords parses the records. It returns a problem if two of them describe the same source, or if two
// live endpoints have the same address.
func (f *File) readRecords(values []json.RawMessage, unit string) error {
	keys := map[string]string{}
	for n, value := range values {
		if len(value) == 0 { // an empty line
			continue
		}
		place := fmt.Sprintf("%s %d", unit, n+1)
		r, err := readRecord(value)
		if err != nil {
			return invalid("%s: %v.", place, describe(err, value))
		}
		r.place = place
		if err := f.reserve(&r); err != nil {
			return err
		}
		for _, e := range r.endpoints {
			if e.isRetired || r.isArchived { // others may have its address
				continue
			}
			switch earlier := keys[e.key]; {
			case earlier == "" || e.key == "":
			case earlier == place:
				return invalid("%s has the endpoint %s twice. Remove one of them.", place, e.key)
			default:
				return invalid("%s and %s both have the endpoint %s. Remove one of them.", earlier, place, e.key)
			}
			keys[e.key] = place
		}
		f.records = append(f.records, r)
	}
	if len(f.records) == 0 {
		return invalid("The file has no sources.")
	}
	return nil
}

// reserve assigns the outlet of a record to it. It returns a problem if another record of the file has the same outlet.
func (f *File) reserve(r *record) error {
	if other := f.targets[r.target]; other != "" && other != r.place {
		return invalid("%s and %s are both %s%s. Remove one of them.", other, r.place, r.Outlet.Domain, r.Outlet.PathPrefix)
	}
	f.targets[r.target] = r.place
	return nil
}

// errCredentials is the error of an endpoint whose address contains a user name or a password.
var errCredentials = errors.New("the address of an endpoint contains a user name or a password; remove them, and enter " +
	"them at the endpoint in the app")

func readRecord(value json.RawMessage) (r record, err error) {
	value = withTimes(value)
	var typed listfile.Record
	decoder := json.NewDecoder(bytes.NewReader(value))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&typed); err != nil {
		return r, err
	}
	if decoder.More() {
		return r, errors.New("there is more than one value")
	}
	var fields struct {
		all       map[string]json.RawMessage
		Endpoints []map[string]json.RawMessage
	}
	if err := errors.Join(json.Unmarshal(value, &fields.all), json.Unmarshal(value, &fields)); err != nil {
		return r, err
	}
	r.changes, r.name = changesOf(fields.all), typed.Name
	r.isArchived = typed.Lifecycle == source.Archived
	r.homepage, _ = weburl.Parse(weburl.Clean(typed.HomepageURL))
	if err := r.setOutlet(&typed); err != nil {
		return r, err
	}
	if _, hasParent := fields.all[parentField]; hasParent {
		r.parent = &source.Outlet{}
		if typed.Parent != "" {
			if *r.parent, err = listfile.ParseParent(typed.Parent); err != nil {
				return r, fmt.Errorf("parent: %w", err)
			}
		}
	}
	_, r.hasAliases = fields.all[aliasesField]
	r.aliases = listfile.ToAliases(typed.Aliases)
	_, r.hasEndpoints = fields.all["endpoints"]
	for n, set := range fields.Endpoints {
		if _, username, password := weburl.SplitCredentials(typed.Endpoints[n].URL); username+password != "" {
			return r, errCredentials // the items of change sets are not encrypted
		}
		details := source.EndpointDetails{Kind: typed.Endpoints[n].Kind, URL: typed.Endpoints[n].URL}
		_ = details.Validate() // an invalid endpoint has no key; the register refuses it with the reason
		isRetired := typed.Endpoints[n].Intent == source.EndpointRetired
		r.endpoints = append(r.endpoints, endpoint{details.Key(), typed.Endpoints[n].URL, isRetired, changesOf(set)})
	}
	return r, nil
}

// timeFields are the fields whose values may be dates, as in a table.
var timeFields = []string{"paused_until", "created_at", "updated_at", "archived_at"}

// withTimes returns a record of a source or an endpoint whose dates are times.
func withTimes(value json.RawMessage) json.RawMessage {
	var fields map[string]json.RawMessage
	if json.Unmarshal(value, &fields) != nil {
		return value
	}
	column, _ := listfile.ColumnByKey("paused_until")
	isChanged := false
	for _, field := range timeFields {
		var text string
		var r listfile.Record
		if json.Unmarshal(fields[field], &text) != nil || json.Unmarshal(fields[field], new(time.Time)) == nil {
			continue
		}
		if err := column.Put(&r, text); err == nil && r.PausedUntil != nil {
			fields[field], _ = json.Marshal(r.PausedUntil)
			isChanged = true
		}
	}
	var endpoints []json.RawMessage
	if json.Unmarshal(fields["endpoints"], &endpoints) == nil {
		for n, endpoint := range endpoints {
			endpoints[n] = withTimes(endpoint)
			isChanged = isChanged || !bytes.Equal(endpoint, endpoints[n])
		}
		fields["endpoints"], _ = json.Marshal(endpoints)
	}
	if isChanged {
		value, _ = json.Marshal(fields)
	}
	return value
}

// changesOf returns the changes that set the fields of an object, sorted by field.
func changesOf(fields map[string]json.RawMessage) []audit.Change {
	var changes []audit.Change
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		if value := fields[field]; !isIgnored(field) {
			if string(value) == "null" {
				value = nil
			}
			changes = append(changes, audit.Change{Field: field, After: value})
		}
	}
	return changes
}

// sets reports whether one of changes sets a field.
func sets(changes []audit.Change, field string) bool {
	return slices.ContainsFunc(changes, func(c audit.Change) bool { return c.Field == field })
}

// setOutlet sets the outlet that identifies the source: the given domain and path, or those of the homepage.
func (r *record) setOutlet(typed *listfile.Record) (err error) {
	if typed.Domain == "" && r.homepage.IsZero() {
		return errors.New("the source has no valid homepage_url")
	}
	if r.Outlet = r.homepageOutlet(); typed.Domain+typed.PathPrefix == "" {
		r.page = source.NewPage(r.homepage)
		return nil
	}
	if r.Outlet, err = listfile.ParseOutlet(cmp.Or(typed.Domain, r.Outlet.Domain), typed.PathPrefix); err != nil {
		return fmt.Errorf("canonical_domain: %w", err)
	}
	if r.homepage.IsZero() {
		return nil
	}
	if at, _ := r.Outlet.At(r.homepage.String()); at != r.Outlet {
		r.moved = &at
	}
	return nil
}

func (r *record) homepageOutlet() (outlet source.Outlet) {
	if !r.homepage.IsZero() {
		outlet.Domain, outlet.PathPrefix = weburl.Outlet(r.homepage)
	}
	return outlet
}

// ownOutlet returns the outlet as a text if it is not that of the homepage, like that of a section.
func (r *record) ownOutlet() (string, bool) {
	isOwn := !r.homepage.IsZero() && r.moved == nil && r.Outlet != r.homepageOutlet()
	return r.Outlet.Domain + r.Outlet.PathPrefix, isOwn
}
