package apiclient

import (
	"context"
	"net/http"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/httpapi/api"
	"github.com/newsources/newsources/services/newssources/internal/httpapi/convert"
	"github.com/newsources/newsources/services/newssources/internal/register/savedview"
)

// Views reads and writes saved views.
type Views struct{ *Client }

// List returns the views that the owner of the token sees, and their counts.
func (c Views) List(ctx context.Context) (views []savedview.View, counts []savedview.Count, err error) {
	var list api.SavedViewList
	if err := c.get(ctx, "/views", nil, &list); err != nil {
		return nil, nil, err
	}
	for _, v := range list.Items {
		view, err := toView(v)
		if err != nil {
			return nil, nil, err
		}
		views = append(views, view)
	}
	var counted struct{ Items []savedview.Count }
	err = c.get(ctx, "/views/counts", nil, &counted)
	return views, counted.Items, err
}

// Create saves a view of the owner of the token, and returns its id.
func (c Views) Create(ctx context.Context, settings savedview.Settings) (uuid.UUID, error) {
	var created api.SavedView
	err := c.post(ctx, "/views", settings, &created)
	return created.Id, err
}

// Delete deletes a view.
func (c Views) Delete(ctx context.Context, id uuid.UUID) error {
	found, err := c.view(ctx, id)
	if err != nil {
		return err
	}
	deleted, err := c.send(ctx, request{method: http.MethodDelete, path: "/views/" + id.String(),
		ifMatch: convert.ETag(found.Version)})
	if err == nil {
		err = deleted.Body.Close()
	}
	return err
}

func (c *Client) view(ctx context.Context, id uuid.UUID) (view savedview.View, err error) {
	var found api.SavedView
	if err := c.get(ctx, "/views/"+id.String(), nil, &found); err != nil {
		return view, err
	}
	return toView(found)
}

func toView(v api.SavedView) (view savedview.View, err error) {
	view.ID, view.Version, view.Name = v.Id, v.Version, v.Name
	return view, convert.JSON(v.Filter, &view.Filter)
}
