// Package registerapi has the routes of sources, endpoints, change sets, views and members.
package registerapi

import (
	"context"
	"io"

	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/platform/postgres"
	"github.com/newsources/newsources/services/newssources/internal/register/change"
	"github.com/newsources/newsources/services/newssources/internal/register/livelist"
	"github.com/newsources/newsources/services/newssources/internal/register/merge"
	"github.com/newsources/newsources/services/newssources/internal/register/people"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
	"github.com/newsources/newsources/services/newssources/internal/register/source"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcerights"
)

// Routes handles the requests of these routes.
type Routes struct {
	DB        *postgres.DB
	Register  *source.Register
	Lists     *sourcelist.Reader
	Views     *savedview.Views
	Changes   *change.Sets
	Merges    *merge.Merges
	LiveLists *livelist.Lists
	Rights    *sourcerights.Service
	People    *people.Directory
	Alerts    *notify.Service

	// Receive reads an uploaded list, and waits until it can be processed. The caller calls release
	// after the processing. It is the upload limit of httpapi (memberLimits.receive).
	Receive func(ctx context.Context, body io.Reader) (data []byte, release func(), err error)
}
