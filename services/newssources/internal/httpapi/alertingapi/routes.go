// Package alertingapi has the routes of alert rules and their messages.
package alertingapi

import (
	"github.com/newsources/newsources/services/newssources/internal/alerting/notify"
	"github.com/newsources/newsources/services/newssources/internal/alerting/subscription"
)

// Routes handles the requests of these routes.
type Routes struct {
	Alerts        *notify.Service
	Subscriptions *subscription.Service
}
