// Package suggest proposes values for the empty and derived fields of sources. Visits reads their
// homepages in the background; Proposals lists the proposed values and lets people accept or
// dismiss them.
package suggest

import (
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
)

// Field is the JSON name of a field of source.Details for which there are proposals.
type Field string

// The fields that proposals can complete.
const (
	Name      Field = "name"
	Homepage  Field = "homepage_url"
	Country   Field = "country"
	Languages Field = "languages"
	Logo      Field = "logo"
)

// Fields are all fields that proposals can complete, in the order in which they are counted.
var Fields = []Field{Name, Homepage, Country, Languages, Logo}

// Proposal is a value for an empty or derived field of a source.
type Proposal struct {
	ID              uuid.UUID
	SourceID        uuid.UUID
	SourceName      string
	CanonicalDomain string
	SourceLogo      string // the version of the source's logo
	Field           Field
	Before          string // the current value; empty if there is none
	Value           string // of languages: separated by source.LanguageSeparator; of a logo: its address
	Origin          string // where the value was found, for people
	PNG             []byte // of a logo
	CreatedAt       time.Time
}

// Proposals lists, accepts and dismisses proposals.
type Proposals struct {
	db       *postgres.DB
	register *source.Register
}

// NewProposals returns the proposals of a database.
func NewProposals(db *postgres.DB, register *source.Register) *Proposals {
	return &Proposals{db: db, register: register}
}
