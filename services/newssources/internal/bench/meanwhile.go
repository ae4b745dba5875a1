package bench

import "slices"

// During runs measure until f has ended, and returns the first error.
func During(measure func(isDone func() bool) error, f func() error) error {
	done, failed := make(chan struct{}), make(chan error, 1)
	go func() {
		failed <- measure(func() bool {
			select {
			case <-done:
				return true
			default:
				return false
			}
		})
	}()
	err := f()
	close(done)
	if failure := <-failed; err == nil {
		err = failure
	}
	return err
}

// Quantile returns a quantile of measured times.
func Quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}
