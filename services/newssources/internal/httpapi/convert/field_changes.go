package convert

import (
	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/register/audit"
)

// ToFieldChanges converts the changes of an event.
func ToFieldChanges(changes []audit.Change) []api.FieldChange {
	return All(changes, func(c audit.Change) api.FieldChange {
		return api.FieldChange{Field: c.Field, Before: decodeJSON(c.Before), After: decodeJSON(c.After)}
	})
}
