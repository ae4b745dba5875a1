// Package checkingapi has the routes of checks, health, work and suggestions.
package checkingapi

import (
	"github.com/newsources/newsources/services/newssources/internal/checking/check"
	"github.com/newsources/newsources/services/newssources/internal/checking/checkreport"
	"github.com/newsources/newsources/services/newssources/internal/checking/websub"
	"github.com/newsources/newsources/services/newssources/internal/finding/sameoutlet"
	"github.com/newsources/newsources/services/newssources/internal/finding/suggestion"
	"github.com/newsources/newsources/services/newssources/internal/finding/visit"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/worklist"
)

// Routes handles the requests of these routes.
type Routes struct {
	DB          *postgres.DB
	Register    *source.Register
	Checks      *check.Control
	Claims      *check.Claims
	Reports     *checkreport.Reader
	Hubs        *websub.Service
	Work        *worklist.List
	People      *people.Directory
	Suggestions *suggestion.Suggestions
	Pairs       *sameoutlet.Finder
	Visits      *visit.Visits
}
