//! Who is let in when many connect at once.
//!
//! A connection costs a file descriptor, so there is a limit to them.  A client that connects and then says nothing, or half of
//! something, must not keep others waiting: where there are too many, the one goes that has been idle longest.  Nobody goes for whom something is
//! computed; that ends by its own limit in time.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, OwnedSemaphorePermit, Semaphore};

/// No more connections than this are open at once.
const MOST_CONNECTIONS: usize = 64;

/// The connections that wait for their clients, the longest waiting first.
type Idle = Arc<Mutex<VecDeque<Arc<Notify>>>>;

/// Where connections come in.
pub(super) struct Door {
    seats: Arc<Semaphore>,
    idle: Idle,
}

/// A connection that was let in.
pub(super) struct Visit {
    idle: Idle,
    leave: Arc<Notify>,
    _seat: Option<OwnedSemaphorePermit>,
}

/// While this lives, the visit is not idle.
pub(super) struct Served<'v>(&'v Visit);

impl Door {
    pub(super) fn new() -> Self {
        Self {
            seats: Arc::new(Semaphore::new(MOST_CONNECTIONS)),
            idle: Idle::default(),
        }
    }

    /// Lets a connection in; the longest idle one goes if there is no room.
    pub(super) async fn enter(&self) -> Visit {
        if self.seats.available_permits() == 0
            && let Some(longest) = locked(&self.idle).pop_front()
        {
            longest.notify_one();
        }
        let visit = Visit {
            // The semaphore is never closed.
            _seat: Arc::clone(&self.seats).acquire_owned().await.ok(),
            idle: Arc::clone(&self.idle),
            leave: Arc::default(),
        };
        locked(&self.idle).push_back(Arc::clone(&visit.leave));
        visit
    }
}

impl Visit {
    /// Ends when the connection has to make room.
    pub(super) async fn shown_out(&self) {
        self.leave.notified().await;
    }

    /// Something is computed for it, until what this gives is dropped.
    pub(super) fn served(&self) -> Served<'_> {
        self.leave_queue();
        Served(self)
    }

    fn leave_queue(&self) {
        locked(&self.idle).retain(|other| !Arc::ptr_eq(other, &self.leave));
    }
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        locked(&self.0.idle).push_back(Arc::clone(&self.0.leave));
    }
}

impl Drop for Visit {
    fn drop(&mut self) {
        self.leave_queue();
    }
}

fn locked(idle: &Idle) -> MutexGuard<'_, VecDeque<Arc<Notify>>> {
    idle.lock().unwrap_or_else(PoisonError::into_inner)
}
