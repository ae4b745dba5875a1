package httpapi

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/register/sourcelist"
)

// ParseFilter parses a filter of sources in the form of the parameters of the list, such as
// tag=politics&lifecycle=paused, for commands. It returns a problem for an unknown name or value.
func ParseFilter(text string) (query sourcelist.Query, err error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return query, problem.Wrap(err, problem.Invalid, "The filter can't be read. Use the form tag=politics&country=ES.")
	}
	k, err := readContract()
	if err != nil {
		return query, err
	}
	schema := k.Spec.Components.Schemas["SourceFilter"].Value
	filter := map[string]any{}
	for name, list := range values {
		property := schema.Properties[name]
		if property == nil {
			return query, problem.New(problem.Invalid, "“%s” is not a filter.", name)
		}
		if filter[name], err = filterValue(property.Value, list); err != nil {
			return query, problem.Wrap(err, problem.Invalid, "The value of the filter %s is invalid.", name)
		}
		if err := property.Value.VisitJSON(filter[name], openapi3.EnableFormatValidation()); err != nil {
			return query, problem.Wrap(err, problem.Invalid, "“%s” is not a value of the filter %s.", list[0], name)
		}
	}
	for _, name := range []string{"assignee", "not_assignee"} {
		if slices.Contains(values[name], assignedToMe) {
			return query, problem.New(problem.Invalid, "“me” is not a value of the filter %s here. Use the id of a member.",
				name)
		}
	}
	if err := convertJSON(filter, &query); err != nil {
		return query, err
	}
	if query.Not != nil {
		if err := checkFilter(query.Not, "not_"); err != nil {
			return query, err
		}
	}
	return query, checkFilter(&query, "")
}

// filterValue converts the texts of a parameter to the type of a schema.
func filterValue(schema *openapi3.Schema, texts []string) (any, error) {
	switch {
	case schema.Type.Is("array"):
		list := make([]any, len(texts))
		for i, text := range texts {
			list[i] = text
		}
		return list, nil
	case len(texts) > 1:
		return nil, fmt.Errorf("%d values", len(texts))
	case schema.Type.Is("integer"):
		return strconv.ParseFloat(texts[0], 64)
	case schema.Type.Is("boolean"):
		return strconv.ParseBool(texts[0])
	}
	return texts[0], nil
}
