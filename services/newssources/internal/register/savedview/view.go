// Package savedview keeps filters of the list of sources under a name: personal ones, and shared
// ones for all members (ADR 54).
package savedview

import (
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/identity"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

const (
	maxName = 80 // characters, which fit into the list of views
	// maxOwned and maxShared bound the list of views of a member, which is not split into pages.
	maxOwned, maxShared = 200, 500
	maxColumns          = 40
)

// columnName matches the names of columns, which are keys of a map; the contract describes only its values.
var columnName = regexp.MustCompile(`^[a-z_]{1,40}$`)

// Me is the assignee that stands for the member who reads the view.
const Me = "me"

// Sharing says who sees a view. The values are stored.
type Sharing string

// The kinds of sharing.
const (
	Personal Sharing = "none"    // only the owner
	Shared   Sharing = "members" // all members
)

// Editors says who may change a shared view. The values are stored.
type Editors string

// The kinds of editors of a shared view.
const (
	OwnerOnly  Editors = "owner" // the owner and administrators
	AllEditors Editors = "editors"
)

// View is a saved view.
type View struct {
	ID      uuid.UUID
	Version int
	Settings
	OwnerID              uuid.UUID
	OwnerName            string
	OwnerIsRemoved       bool // the owner has no access any more
	CreatedAt, UpdatedAt time.Time
}

// Settings are what people choose.
type Settings struct {
	Name    string           `json:"name"`
	Filter  sourcelist.Query `json:"filter"` // with Me unresolved; without cursor and limit
	Sort    string           `json:"sort,omitempty"`
	Columns []string         `json:"columns,omitempty"` // besides the name; nil: the default ones
	// ColumnWidths are the widths in pixels of columns whose width was changed; nil: the default ones.
	ColumnWidths map[string]int `json:"column_widths,omitempty"`
	Sharing      Sharing        `json:"sharing"`
	EditableBy   Editors        `json:"editable_by,omitempty"`
}

// MayChange reports whether a member may change a view that they see: the owner, administrators
// and, if the view or its removed owner leaves it to them, editors. Viewers change only personal
// views.
func (v View) MayChange(actor audit.Actor) bool {
	isOwner := actor.ActorID != nil && *actor.ActorID == v.OwnerID
	role := identity.Role(actor.Role)
	switch {
	case v.Sharing == Personal:
		return isOwner
	case !role.Allows(identity.Editor):
		return false
	default:
		return isOwner || role.Allows(identity.Admin) || v.EditableBy == AllEditors || v.OwnerIsRemoved
	}
}

// validate normalizes the settings and returns a problem with all invalid ones.
func (s *Settings) validate() error {
	var invalid problem.Fields
	s.Name = strings.Join(strings.Fields(postgres.Text(s.Name)), " ")
	if n := utf8.RuneCountInString(s.Name); n == 0 || n > maxName {
		invalid.Add("/name", "length", "Enter a name of 1 to %d characters.", maxName)
	} else if strings.ContainsFunc(s.Name, unicode.IsControl) {
		invalid.Add("/name", "characters", "Remove the control characters from this text.")
	}
	if s.Sort != "" && !sourcelist.IsSort(s.Sort) {
		invalid.Add("/sort", "sort", "The list can't be sorted by “%s”.", s.Sort)
	}
	if len(s.Columns) > maxColumns {
		invalid.Add("/columns", "limit", "A view has at most %d columns.", maxColumns)
	}
	for name := range s.ColumnWidths {
		if !columnName.MatchString(name) {
			invalid.Add("/column_widths", "column", "There is no column “%s”.", name)
		}
	}
	s.Filter.Sort, s.Filter.Cursor, s.Filter.Limit = "", "", 0
	s.Filter.Text = postgres.Text(s.Filter.Text)
	if s.Sharing != Shared {
		s.Sharing = Personal
	}
	if s.EditableBy != AllEditors || s.Sharing == Personal {
		s.EditableBy = OwnerOnly
	}
	return invalid.Err()
}

// FilterOf returns the filter of a view as the member sees it: Me stands for them.
func (v View) FilterOf(member uuid.UUID) sourcelist.Query {
	q := v.Filter
	q.Assignees = resolve(q.Assignees, member)
	if q.Not != nil {
		not := *q.Not
		not.Assignees = resolve(not.Assignees, member)
		q.Not = &not
	}
	return q
}

func resolve(assignees []string, member uuid.UUID) []string {
	list := slices.Clone(assignees)
	for i, id := range list {
		if id == Me {
			list[i] = member.String()
		}
	}
	return list
}

// ForRules returns the filter of a view for an alert rule, which chooses the states and causes.
func ForRules(q sourcelist.Query) sourcelist.Query {
	q.Health, q.Causes, q.LastKnown = nil, nil, false
	if q.Not != nil {
		not := *q.Not
		not.Health, not.Causes = nil, nil
		q.Not = &not
	}
	return q
}
